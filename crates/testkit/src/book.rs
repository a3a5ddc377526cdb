//! The pages of Melee's book and the commands in them, for the tests of the program.
//!
//! A block of code that begins with three back quotes and `sh` is run; `sh long` says that it takes too long, or needs
//! more than this program: its calls of `melee` are only read by the argument parser.

use std::path::{Path, PathBuf};

/// Its commands are for a checkout: they are read, not run.
const README: &str = "README.md";

/// A page as it is written.
pub struct Page {
    /// From the top of the repository, such as `docs/web.md`.
    pub name: String,
    pub text: String,
}

/// A block of shell commands.
pub struct Block {
    /// The page and the line, for messages.
    pub place: String,
    pub is_long: bool,
    pub text: String,
}

/// The top of the repository; `None` in a package that was published, which comes without the book.
pub fn top() -> Option<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    top.join("book.toml").is_file().then_some(top)
}

/// The README and everything in `docs/`.
pub fn pages(top: &Path) -> Vec<Page> {
    let files = std::fs::read_dir(top.join("docs")).expect("the book");
    let names = files.map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    names.push(README.to_string());
    names.sort();
    let read = |name: &String| std::fs::read_to_string(top.join(name)).expect("a page").replace("\r\n", "\n");
    names.iter().map(|name| Page { name: name.clone(), text: read(name) }).collect()
}

impl Page {
    /// Its blocks of shell commands, in order.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        // Inside a block of code: is it one of ours?
        let mut inside: Option<bool> = None;
        for (number, line) in (1..).zip(self.text.lines()) {
            let fence = line.trim_start().strip_prefix("```");
            match (fence, inside) {
                (Some(info), None) => {
                    let words: Vec<&str> = info.split_whitespace().collect();
                    let is_shell = words.first() == Some(&"sh");
                    assert!(
                        is_shell || !["bash", "shell", "console"].contains(&info),
                        "{}:{number}: say sh",
                        self.name
                    );
                    assert!(!is_shell || matches!(words[1..], [] | ["long"]), "{}:{number}: {info}", self.name);
                    if is_shell {
                        let place = format!("{}:{number}", self.name);
                        let is_long = words.len() > 1 || self.name == README;
                        blocks.push(Block { place, is_long, text: String::new() });
                    }
                    inside = Some(is_shell);
                }
                (Some(_), Some(_)) => inside = None,
                (None, Some(true)) => {
                    let block = blocks.last_mut().expect("it has begun");
                    block.text += line;
                    block.text.push('\n');
                }
                (None, _) => {}
            }
        }
        blocks
    }

    /// Where its links and pictures lead, without those to other hosts; each with the part behind `#`.
    pub fn links(&self) -> Vec<(String, Option<String>)> {
        let mut found = Vec::new();
        let mut is_code = false;
        for line in self.text.lines() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            }
            let line = without_code(line);
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            let pictures = ["src=\"", "srcset=\"", "href=\""].into_iter().flat_map(|mark| line.split(mark).skip(1));
            let pictures = pictures.filter_map(|rest| rest.split('"').next());
            for target in targets.chain(pictures).filter(|target| !is_code && !target.contains("://")) {
                let (path, part) = target.split_once('#').map_or((target, None), |(path, part)| (path, Some(part)));
                found.push((path.to_string(), part.map(str::to_string)));
            }
        }
        found
    }
}

/// A line without what stands between back quotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

impl Block {
    /// The words of each command, as the program gets them.
    fn commands(&self) -> Vec<Vec<String>> {
        let joined = self.text.replace("\\\n", " ");
        let lines = joined.lines().map(|line| words(line.trim_start().trim_start_matches("$ ")));
        lines.filter(|words| !words.is_empty()).collect()
    }

    /// What each command calls.
    pub fn first_words(&self) -> Vec<String> {
        self.commands().into_iter().filter_map(|words| words.into_iter().next()).collect()
    }

    /// The calls of `melee`.
    pub fn calls(&self) -> Vec<Vec<String>> {
        self.commands().into_iter().filter(|words| words[0] == "melee" && words.len() > 1).collect()
    }
}

/// The words of a command as a shell cuts them, up to a comment or whatever comes behind the command.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(mark), _) if letter == mark => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, '>' | '|' | '&' | ';') => break,
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
