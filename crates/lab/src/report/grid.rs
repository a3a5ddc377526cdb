//! Tables for pages, in HTML and in Markdown.

use super::escape;
use crate::{Agreement, MeasuredTable};

/// A cell: its text, and how a page shows it.
pub(crate) struct Cell {
    text: String,
    class: &'static str,
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell { text: text.into(), class: "" }
    }
}

impl From<Agreement> for Cell {
    fn from(agreement: Agreement) -> Self {
        let word = agreement.word();
        let class = match agreement {
            Agreement::Unsaid => "",
            _ => word,
        };
        let text = word.to_string();
        Cell { text, class }
    }
}

pub(crate) struct Grid {
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Grid {
    /// The table of a result. What no row has gets no column.
    pub(crate) fn of(outcome: &MeasuredTable) -> Self {
        let names = outcome.more_names();
        let rows = &outcome.rows;
        let is_published = rows.iter().any(|row| !row.published.is_empty());
        let is_judged =
            (rows.iter().flat_map(|row| [row.direction, row.size])).any(|judgement| judgement != Agreement::Unsaid);
        let mut head = vec![String::new()];
        head.extend(is_published.then(|| "published".to_string()));
        head.push("measured".to_string());
        if is_judged {
            head.extend(["direction".to_string(), "size".to_string()]);
        }
        head.extend(names.iter().map(|name| name.replace('_', " ")));
        let cells = |row: &crate::Row| {
            let mut cells: Vec<Cell> = vec![row.label.clone().into()];
            cells.extend(is_published.then(|| row.published.clone().into()));
            cells.push(row.measured.clone().into());
            if is_judged {
                cells.extend([row.direction.into(), row.size.into()]);
            }
            cells.extend(names.iter().map(|name| Cell::from(row.more(name).unwrap_or(""))));
            cells
        };
        Grid { rows: rows.iter().map(cells).collect(), head }
    }

    pub(crate) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = vec!["---".to_string(); self.head.len()];
        let cell = |cell: &Cell| cell.text.replace('|', "\\|");
        let rows = joined(&self.rows, |row| line(row.iter().map(cell).collect()));
        line(self.head.clone()) + &line(rule) + &rows
    }

    pub(crate) fn html(&self) -> String {
        let head = joined(&self.head, |text| format!("<th scope=\"col\">{}</th>", escape(text)));
        let cell = |cell: &Cell| match cell.class {
            "" => format!("<td>{}</td>", escape(&cell.text)),
            class => format!("<td class=\"{class}\">{}</td>", escape(&cell.text)),
        };
        let rows = joined(&self.rows, |row| format!("<tr>{}</tr>\n", joined(row, cell)));
        format!("<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n")
    }
}

/// The texts of all, one after the other.
pub(super) fn joined<'a, T: 'a>(all: impl IntoIterator<Item = &'a T>, text: impl Fn(&'a T) -> String) -> String {
    all.into_iter().map(text).collect::<Vec<_>>().concat()
}
