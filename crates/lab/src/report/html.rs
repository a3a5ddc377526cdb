//! A result as a page of its own: nothing is loaded from elsewhere.

use std::fmt::Write;

use super::{Report, escape};
use crate::Agreement;

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#222;--soft:#666;--line:#ddd;--yes:#1b6e3c;--no:#a1261b;--open:#7a5b00}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--soft:#999;--line:#444;--yes:#7bd79b;--no:#ff9d92;--open:#e5c34d}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin-bottom:.2rem}.source,footer{color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
.agrees{color:var(--yes)}.differs{color:var(--no);font-weight:600}.open{color:var(--open)}
svg{max-width:100%;height:auto}code{background:#8882;padding:.1em .3em;border-radius:3px}";

pub(super) fn page(report: &Report) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <link rel=\"icon\" href=\"data:,\"><title>{id}: {title}</title><style>{STYLE}</style></head>\n<body>\n\
         <h1>{id}: {title}</h1>\n<p class=\"source\">{source}</p>\n",
        id = escape(&report.id),
        title = escape(&report.title),
        source = escape(&report.source),
    );
    page += &summary(report);
    if let Some(svg) = report.svg() {
        page += &format!("<div class=\"wide\">{svg}</div>\n");
    }
    page += &table(report);
    for note in report.notes() {
        let _ = writeln!(page, "<p>{}</p>", escape(note));
    }
    let _ = writeln!(
        page,
        "<footer><p><code>{}</code>, {}, {}</p></footer>\n</body></html>",
        escape(&report.command()),
        escape(&report.program),
        escape(&report.state)
    );
    page
}

fn summary(report: &Report) -> String {
    let words = super::markdown::tally_words(&report.outcome);
    if words.is_empty() {
        return String::new();
    }
    format!("<p>{}</p>\n", escape(&words))
}

fn table(report: &Report) -> String {
    let more = report.outcome.more_names();
    let mut html = "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\"></th>".to_string();
    let fixed = ["published", "measured", "direction", "size"];
    for head in fixed.iter().chain(&more) {
        let _ = write!(
            html,
            "<th scope=\"col\">{}</th>",
            escape(&head.replace('_', " "))
        );
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in &report.outcome.rows {
        let _ = write!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td>",
            escape(&row.label),
            escape(&row.published),
            escape(&row.measured)
        );
        for agreement in [row.direction, row.size] {
            let word = agreement.word();
            let class = if agreement == Agreement::Unsaid {
                ""
            } else {
                word
            };
            let _ = write!(html, "<td class=\"{class}\">{word}</td>");
        }
        for name in &more {
            let value = row.more.iter().find(|(n, _)| n == name);
            let value = value.map_or("", |(_, v)| v.as_str());
            let _ = write!(html, "<td>{}</td>", escape(value));
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;

    #[test]
    fn a_page_holds_all_and_loads_nothing() {
        let page = example().html();
        for part in [
            "<svg",
            "B &lt;x&gt;",
            "a note",
            "melee reproduce esser-6.21 --budget smoke",
        ] {
            assert!(page.contains(part), "{part}");
        }
        let outside = ["<script", "src=", "@import", "url("];
        assert!(outside.iter().all(|word| !page.contains(word)));
        assert!(!page.contains("<x>") && !page.contains("<to>"));
    }
}
