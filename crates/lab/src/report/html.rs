//! Results as pages of their own: nothing is loaded from elsewhere.

use super::grid::{Grid, joined};
use super::markdown::sentence;
use super::{TableReport, escape};

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#222;--soft:#666;--line:#ddd;--yes:#1b6e3c;--no:#a1261b;--open:#7a5b00}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--soft:#999;--line:#444;--yes:#7bd79b;--no:#ff9d92;--open:#e5c34d}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin-bottom:.2rem}.source,footer{color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
.claims th,.claims td{text-align:left;white-space:normal;min-width:6rem;vertical-align:top}
.claims td:first-child{min-width:16rem}.claims a{white-space:nowrap}
h2{font-size:1.15rem;margin-top:2.5rem}nav a{margin-right:1rem}a{color:inherit}
.agrees{color:var(--yes)}.differs{color:var(--no);font-weight:600}.open{color:var(--open)}
svg{max-width:100%;height:auto}code{background:#8882;padding:.1em .3em;border-radius:3px}";

/// A page with this title and this inside.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <link rel=\"icon\" href=\"data:,\"><title>{title}</title><style>{STYLE}</style></head>\n<body>\n\
         <h1>{title}</h1>\n{body}</body></html>\n",
        title = escape(title),
    )
}

/// Text of the Markdown pages as a browser shows it: what stands between two backticks is code, and errors are written `±`.
pub(super) fn prose(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, code, after)) = between_backticks(rest) {
        html += &format!("{}<code>{}</code>", escape(&before.replace("+-", "±")), escape(code));
        rest = after;
    }
    html + &escape(&rest.replace("+-", "±"))
}

/// What stands before, between and behind the next two backticks.
fn between_backticks(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (code, after) = rest.split_once('`')?;
    Some((before, code, after))
}

pub(crate) fn notes(notes: &[String]) -> String {
    joined(notes, |note| format!("<p>{}</p>\n", prose(&sentence(note))))
}

/// A result as a page of its own.
pub(super) fn result(report: &TableReport) -> String {
    page(&format!("{}: {}", report.id, report.title), &inside(report))
}

/// A result without its title.
pub(super) fn inside(report: &TableReport) -> String {
    let plot = report.svg().map_or(String::new(), |svg| format!("<div class=\"wide\">{svg}</div>\n"));
    format!(
        "<p class=\"source\">{}</p>\n{}{plot}{}{}\
         <footer><p><code>{}</code>, {}, {}</p></footer>\n",
        prose(&report.source),
        summary(report),
        Grid::of(&report.outcome).html(),
        notes(&report.notes()),
        escape(&report.command()),
        escape(&report.program),
        escape(&report.state)
    )
}

fn summary(report: &TableReport) -> String {
    let words = super::markdown::tally_words(&report.outcome);
    if words.is_empty() {
        return String::new();
    }
    format!("<p>{}</p>\n", prose(&words))
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;

    #[test]
    fn a_page_holds_all_and_loads_nothing() {
        let page = example().html();
        for part in ["<svg", "B &lt;x&gt;", "a note", "melee reproduce esser-6.21 --budget smoke"] {
            assert!(page.contains(part), "{part}");
        }
        let outside = ["<script", "src=", "@import", "url("];
        assert!(outside.iter().all(|word| !page.contains(word)));
        assert!(!page.contains("<x>") && !page.contains("<to>"));
        assert!(page.contains("<td>70 % ±4</td>"));
    }

    #[test]
    fn code_is_shown_as_code_and_as_it_stands() {
        assert_eq!(super::prose("`a<b+-` of 1 +-2"), "<code>a&lt;b+-</code> of 1 ±2");
        assert_eq!(super::prose("one ` alone"), "one ` alone");
    }
}
