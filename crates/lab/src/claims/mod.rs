//! What the five documents and the papers after them claim, and what the stored results say to it.
//!
//! Each file in `claims/` lists the sentences of one document that say something about the world: in our own words,
//! with the place, and with what the stored tables should show if the sentence is true. No verdict stands in a file: a
//! claim says which cells to compare, and [`judge`] compares them. What no table can decide says why instead.

mod difference;
mod expectation;
mod lead;
mod needed;
mod page;
mod significance;
mod verdict;
mod written;

use serde::Deserialize;

pub use expectation::{Expectation, Finding, Part};
pub use page::page;
pub(crate) use page::{grid, tally};
pub use verdict::{Judged, Verdict, judge};

use crate::{LabError, TableReport};

/// Each with the name with which the ids of its experiments begin.
const FILES: [(&str, &str); 6] = [
    ("gras", include_str!("../../claims/gras.toml")),
    ("esser", include_str!("../../claims/esser.toml")),
    ("pantel", include_str!("../../claims/pantel.toml")),
    ("chorus", include_str!("../../claims/chorus.toml")),
    ("rwth", include_str!("../../claims/rwth.toml")),
    ("papers", include_str!("../../claims/papers.toml")),
];

/// A document and all that it claims.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// With which the ids of its experiments begin.
    #[serde(skip)]
    pub name: &'static str,
    /// Author, year and title, as its experiments name it.
    pub title: String,
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "ClaimFile")]
pub struct Claim {
    /// In our own words.
    pub says: String,
    /// The section, table or figure.
    pub place: String,
    pub grounds: Grounds,
    /// Does it speak of all cases? Then one that fails refutes it.
    pub is_universal: bool,
    /// What a reader of the figure should know.
    pub note: Option<String>,
}

/// What a claim is judged by.
#[derive(Clone, Debug)]
pub enum Grounds {
    Tables(Vec<Expectation>),
    /// No table can decide it, and why.
    Untestable(String),
    /// No table decides it yet, and what one would have to show.
    Wanting(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimFile {
    says: String,
    place: String,
    #[serde(default)]
    expects: Vec<Expectation>,
    untestable: Option<String>,
    wanting: Option<String>,
    #[serde(default)]
    all: bool,
    note: Option<String>,
}

impl TryFrom<ClaimFile> for Claim {
    type Error = String;
    fn try_from(file: ClaimFile) -> Result<Self, String> {
        let ClaimFile { says, place, expects, untestable, wanting, all, note } = file;
        let grounds = match (expects.is_empty(), untestable, wanting) {
            (false, None, None) => Grounds::Tables(expects),
            (true, Some(why), None) => Grounds::Untestable(why),
            (true, None, Some(what)) => Grounds::Wanting(what),
            _ => return Err(format!("'{says}': give one of expects, untestable and wanting")),
        };
        Ok(Claim { says, place, grounds, is_universal: all, note })
    }
}

impl Document {
    pub fn all() -> Result<Vec<Document>, LabError> {
        FILES.iter().map(|(name, file)| Ok(Document { name, ..toml::from_str(file)? })).collect()
    }

    /// Its claims, judged by these results.
    pub(crate) fn judged(&self, reports: &[TableReport]) -> Vec<Judged<'_>> {
        self.claims.iter().map(|claim| judge(claim, reports)).collect()
    }

    /// Is it one of this document's experiments?
    pub fn has(&self, experiment: &str) -> bool {
        experiment.split('-').next() == Some(self.name)
    }
}

impl Claim {
    /// The experiments that bear on it, each once.
    pub fn tables(&self) -> Vec<&str> {
        let Grounds::Tables(expectations) = &self.grounds else {
            return Vec::new();
        };
        let mut tables = Vec::new();
        for table in expectations.iter().flat_map(Expectation::tables) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FILES as FILES_OF_EXPERIMENTS;

    #[test]
    fn a_claim_is_judged_by_one_thing() {
        let claim = |rest: &str| toml::from_str::<Claim>(&format!("says = 'a'\nplace = 'b'\n{rest}"));
        assert!(claim("untestable = 'c'").is_ok());
        let error = claim("untestable = 'c'\nwanting = 'd'").expect_err("two grounds");
        assert!(error.to_string().contains("'a': give one of"), "{error}");
        assert!(claim("").is_err());
    }

    /// A row of a table that was never run cannot be looked up, but its label is put together from the experiment's
    /// file.
    #[test]
    fn rows_of_matches_and_node_tables_are_named_in_their_experiments() {
        let mut checked = 0;
        for expectation in all_expectations() {
            for (table, row) in expectation.named_rows() {
                let id = format!("id = \"{table}\"");
                let file = FILES_OF_EXPERIMENTS.iter().find(|file| file.contains(&id)).expect("an experiment");
                if !["kind = \"contest\"", "kind = \"nodes\""].iter().any(|kind| file.contains(kind)) {
                    continue;
                }
                for word in row.split(": ").flat_map(|part| part.split(" against ")).flat_map(|part| part.split(", ")) {
                    let depth = word.strip_prefix("depth ").map(|depth| format!("depth = {depth}\n"));
                    assert!(file.contains(&depth.unwrap_or(word.to_string())), "{table}, {row}: {word}");
                }
                checked += 1;
            }
        }
        assert!(checked > 100, "{checked} rows");
    }

    /// Who is said to be above all others must be compared with others, not with an equal share: of three, second with 34 %
    /// has more than that too.
    #[test]
    fn claims_of_the_strongest_are_judged_by_the_others() {
        const WORDS: [&str; 8] = ["strongest", "weakest", "best", "worst", "most", "least", "fewest", "longest"];
        let mut checked = 0;
        for claim in Document::all().expect("the files are read").into_iter().flat_map(|document| document.claims) {
            let words = claim.says.replace("at least", "").replace("at most", "");
            let Grounds::Tables(expectations) = &claim.grounds else { continue };
            if !words.split([' ', ',', ':', ';']).any(|word| WORDS.contains(&word)) {
                continue;
            }
            checked += 1;
            let rows: Vec<&str> = expectations.iter().flat_map(Expectation::named_rows).map(|(_, row)| row).collect();
            let compares = |expectation: &Expectation| !expectation.is_against_numbers();
            let are_duels = rows.iter().all(|row| row.contains(" against "));
            assert!(are_duels || expectations.iter().any(compares), "{}: {rows:?}", claim.says);
        }
        assert!(checked > 10, "{checked} claims");
    }

    fn all_expectations() -> Vec<Expectation> {
        let documents = Document::all().expect("the files are read");
        let claims = documents.into_iter().flat_map(|document| document.claims);
        let grounds = claims.map(|claim| claim.grounds);
        let tables = grounds.filter_map(|grounds| match grounds {
            Grounds::Tables(expectations) => Some(expectations),
            Grounds::Untestable(_) | Grounds::Wanting(_) => None,
        });
        tables.flatten().collect()
    }
}
