//! The stored results as pages for a browser: one for each document, with its claims, its tables and their plots, and
//! one that leads to them.

use super::grid::joined;
use super::html::{inside, page, prose};
use super::{CURVES, TableReport, escape};
use crate::claims::{self, Document, Judged, Verdict};
use crate::{Experiment, LabError};

/// The pages, each with the name of its file, and the one that leads to the others with the name that it is given.
/// They need nothing else.
pub fn pages(reports: &[TableReport], first: &str) -> Result<Vec<(String, String)>, LabError> {
    let documents = Document::all()?;
    let experiments = Experiment::published()?;
    let judged: Vec<Vec<Judged>> = documents.iter().map(|document| document.judged(reports)).collect();
    let mut pages = vec![(first.to_string(), index(&documents, &judged))];
    for (document, claims) in documents.iter().zip(&judged) {
        let experiments: Vec<&Experiment> = experiments.iter().filter(|e| document.has(&e.id)).collect();
        pages.push((file_of(document), of_document(document, claims, &experiments, reports, first)));
    }
    Ok(pages)
}

fn file_of(document: &Document) -> String {
    format!("{}.html", document.name)
}

fn index(documents: &[Document], judged: &[Vec<Judged>]) -> String {
    let links = joined(documents, |document| {
        format!("<li><a href=\"{}\">{}</a></li>\n", file_of(document), escape(&document.title))
    });
    let meanings = joined(&Verdict::ALL, |verdict| {
        format!("<dt class=\"{}\">{}</dt><dd>{}</dd>\n", verdict.class(), verdict.words(), prose(verdict.meaning()))
    });
    let body = format!(
        "<p>What five documents and the papers since printed, and what came of running it again. Each has a page with its claims, its tables side \
         by side, and how to run them.</p>\n<ul>\n{links}</ul>\n{}<h2>Verdicts</h2>\n<dl>\n{meanings}</dl>\n",
        claims::tally(documents, judged).html(),
    );
    page("Published tables and figures, run again", &body)
}

fn of_document(
    document: &Document,
    judged: &[Judged],
    experiments: &[&Experiment],
    reports: &[TableReport],
    first: &str,
) -> String {
    let sections = joined(experiments, |experiment| {
        let title = format!("<h2 id=\"{0}\">{0}: {1}</h2>\n", escape(&experiment.id), escape(&experiment.title));
        let report = reports.iter().find(|report| report.id == experiment.id);
        let not_run = || {
            let (source, id) = (escape(&experiment.source), escape(&experiment.id));
            format!("<p class=\"source\">{source}</p>\n<p>Not run. <code>melee reproduce {id}</code></p>\n")
        };
        title + &report.map_or_else(not_run, inside)
    });
    let is_esser = experiments.iter().any(|experiment| experiment.id == "esser-6.5");
    let curves = CURVES.iter().filter(|_| is_esser);
    let plot: String = curves.filter_map(|curve| curve.plot(reports)).collect();
    let body = format!(
        "<nav><a href=\"{}\">All documents</a> <a href=\"#claims\">Claims</a> <a href=\"#tables\">Tables</a></nav>\n\
         <h2 id=\"claims\">What it claims</h2>\n<div class=\"claims\">{}</div>\n{plot}<div id=\"tables\">\n{sections}</div>\n",
        escape(first),
        claims::grid(judged).html(),
    );
    page(&document.title, &body)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::tests::example;
    use super::*;

    /// What stands between these two, everywhere.
    fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
        text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
    }

    #[test]
    fn every_link_leads_somewhere_and_every_experiment_has_a_place() {
        let pages = pages(&[example()], "index.html").expect("the files are read");
        let names: HashSet<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.len(), 7);
        let mut places = 0;
        for (name, page) in &pages {
            let ids = between(page, " id=\"", "\"");
            let known: HashSet<&str> = ids.iter().copied().collect();
            assert_eq!(known.len(), ids.len(), "{name}: two places of one name");
            for link in between(page, "<a href=\"", "\"") {
                let is_there = link.strip_prefix('#').map_or(names.contains(link), |place| known.contains(place));
                assert!(is_there, "{name}: {link}");
            }
            places += between(page, "<h2 id=\"", "\"").len();
        }
        // Each document has its claims too.
        assert_eq!(places, Experiment::published().expect("read").len() + 6);
        let esser = &pages.iter().find(|(name, _)| name == "esser.html").expect("a page").1;
        assert!(esser.contains("<svg") && esser.contains("B &lt;x&gt;"), "a result is there with its plot");
    }
}
