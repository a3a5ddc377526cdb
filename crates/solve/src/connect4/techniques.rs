//! What the search may use; everything can be switched off to see what it is worth.

/// Names a technique on the command line and tells what it is.
pub const TECHNIQUES: [(&str, &str); 9] = [
    ("forced-moves", "play forced moves out instead of searching them"),
    ("follow-up", "stop where answering in the same column decides"),
    ("live-lines", "stop where a side has no line left (off by default)"),
    ("mirror", "look mirror images up as one position"),
    ("enhanced-cutoffs", "look all children up before searching one"),
    ("threat-order", "try moves that make threats first"),
    ("prefetch", "fetch the table entries of all children ahead"),
    ("near-table", "keep positions near the end in a small part of the table"),
    ("bisection", "ask half-way to the quickest win and loss first"),
];

/// Switches. None changes a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, each a technique of its own")]
pub struct Techniques {
    /// Play forced moves out instead of searching them.
    pub forced_moves: bool,
    /// Stop where answering in the same column decides.
    pub follow_up: bool,
    /// Stop where a side has no line left. Off by default: beside `follow_up` it finds nothing more.
    pub live_lines: bool,
    /// Look mirror images up as one position.
    pub mirror: bool,
    /// Look all children up before searching one.
    pub enhanced_cutoffs: bool,
    /// Try moves that make threats first.
    pub threat_order: bool,
    /// Fetch the table entries of all children ahead.
    pub prefetch: bool,
    /// Keep positions near the end in a small part of the table.
    pub near_table: bool,
    /// Ask half-way to the quickest win and loss first.
    pub bisection: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            forced_moves: true,
            follow_up: true,
            live_lines: false,
            mirror: true,
            enhanced_cutoffs: true,
            threat_order: true,
            prefetch: true,
            near_table: true,
            bisection: true,
        }
    }
}

impl Techniques {
    /// Switches the technique of this name; false if there is none.
    ///
    /// ```
    /// use melee_solve::connect4::Techniques;
    /// let mut techniques = Techniques::default();
    /// assert!(techniques.switch("mirror", false));
    /// assert!(!techniques.mirror);
    /// assert!(!techniques.switch("luck", true));
    /// ```
    pub fn switch(&mut self, name: &str, on: bool) -> bool {
        let technique = match name {
            "forced-moves" => &mut self.forced_moves,
            "follow-up" => &mut self.follow_up,
            "live-lines" => &mut self.live_lines,
            "mirror" => &mut self.mirror,
            "enhanced-cutoffs" => &mut self.enhanced_cutoffs,
            "threat-order" => &mut self.threat_order,
            "prefetch" => &mut self.prefetch,
            "near-table" => &mut self.near_table,
            "bisection" => &mut self.bisection,
            _ => return false,
        };
        *technique = on;
        true
    }
}
