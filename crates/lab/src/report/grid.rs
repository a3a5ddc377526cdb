//! Tables for pages, in HTML and in Markdown.

use super::{escape, html::prose};
use crate::{Agreement, MeasuredTable, Row};

/// A cell: its text, and how a page shows it.
pub(crate) struct Cell {
    text: String,
    class: &'static str,
    kind: Kind,
}

/// What the text of a cell is.
enum Kind {
    Words,
    /// Names of places on the page, each of which leads there.
    Places,
    /// As a program writes it, such as a board, whose empty cells may be dots.
    Code,
}

/// Columns of what programs write.
const CODE: [&str; 1] = ["board"];

impl Cell {
    pub(crate) fn marked(text: impl Into<String>, class: &'static str) -> Self {
        Cell { text: text.into(), class, kind: Kind::Words }
    }

    /// The names of places on the page, each of which leads there.
    pub(crate) fn places(names: &[&str]) -> Self {
        Cell { kind: Kind::Places, ..Cell::from(names.join(" ")) }
    }

    /// What a row has in this column.
    fn more(name: &str, row: &Row) -> Self {
        let text = row.more(name).unwrap_or("");
        let kind = if CODE.contains(&name) && !text.is_empty() { Kind::Code } else { Kind::Words };
        Cell { kind, ..Cell::from(text) }
    }

    fn html(&self) -> String {
        match self.kind {
            Kind::Words => prose(&self.text),
            Kind::Code => format!("<code>{}</code>", escape(&self.text)),
            Kind::Places => {
                let words = self.text.split_whitespace().map(escape);
                words.map(|word| format!("<a href=\"#{word}\">{word}</a>")).collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn markdown(&self) -> String {
        let text = self.text.replace('|', "\\|");
        match self.kind {
            Kind::Code => format!("`{text}`"),
            _ => text,
        }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell::marked(text, "")
    }
}

impl From<Agreement> for Cell {
    fn from(agreement: Agreement) -> Self {
        match agreement {
            Agreement::Unsaid => Cell::from(""),
            _ => Cell::marked(agreement.word(), agreement.word()),
        }
    }
}

pub(crate) struct Grid {
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// One of the two judgements of a cell.
type Judgement = fn(&Row) -> Agreement;

impl Grid {
    /// The table of a result. What no row has gets no column.
    pub(crate) fn of(outcome: &MeasuredTable) -> Self {
        let names = outcome.more_names();
        let rows = &outcome.rows;
        let is_published = rows.iter().any(|row| !row.published.is_empty());
        let is_measured = rows.iter().any(|row| !row.measured.is_empty());
        let is_said = |of: Judgement| rows.iter().any(|row| of(row) != Agreement::Unsaid);
        let judgements: [(&str, Judgement); 2] = [("direction", |row| row.direction), ("size", |row| row.size)];
        let judgements: Vec<_> = judgements.into_iter().filter(|&(_, of)| is_said(of)).collect();
        let mut head = vec![String::new()];
        head.extend(is_published.then(|| "published".to_string()));
        head.extend(is_measured.then(|| "measured".to_string()));
        head.extend(judgements.iter().map(|(name, _)| name.to_string()));
        head.extend(names.iter().map(|name| name.replace('_', " ")));
        let cells = |row: &Row| {
            let mut cells: Vec<Cell> = vec![row.label.clone().into()];
            cells.extend(is_published.then(|| row.published.clone().into()));
            cells.extend(is_measured.then(|| row.measured.clone().into()));
            cells.extend(judgements.iter().map(|(_, of)| Cell::from(of(row))));
            cells.extend(names.iter().map(|name| Cell::more(name, row)));
            cells
        };
        Grid { rows: rows.iter().map(cells).collect(), head }
    }

    pub(crate) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = vec!["---".to_string(); self.head.len()];
        let rows = joined(&self.rows, |row| line(row.iter().map(Cell::markdown).collect()));
        line(self.head.clone()) + &line(rule) + &rows
    }

    pub(crate) fn html(&self) -> String {
        let head = joined(&self.head, |text| format!("<th scope=\"col\">{}</th>", escape(text)));
        let cell = |cell: &Cell| match cell.class {
            "" => format!("<td>{}</td>", cell.html()),
            class => format!("<td class=\"{class}\">{}</td>", cell.html()),
        };
        let rows = joined(&self.rows, |row| format!("<tr>{}</tr>\n", joined(row, cell)));
        format!("<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n")
    }
}

/// The texts of all, one after the other.
pub(super) fn joined<'a, T: 'a>(all: impl IntoIterator<Item = &'a T>, text: impl Fn(&'a T) -> String) -> String {
    all.into_iter().map(text).collect::<Vec<_>>().concat()
}
