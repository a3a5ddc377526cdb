//! All claims on one page.

use std::fmt::Write;

use super::expectation::EQUAL;
use super::needed::{LEAST, MOST_GAMES, MoreGames};
use super::verdict::{REACH, needed};
use super::{Document, Finding, Grounds, Judged, Part, Verdict};
use crate::numbers::{duration, grouped};
use crate::report::{Cell, Grid};
use crate::{Budget, LabError, TableReport};

/// More figures of a kind than this are counted.
const MOST: usize = 3;

/// The page over all claims by these results. `tables` is the page over the results, a path from where this one will
/// be.
pub fn page(reports: &[TableReport], tables: &str) -> Result<String, LabError> {
    let documents = Document::all()?;
    let judged: Vec<Vec<Judged>> = documents.iter().map(|document| document.judged(reports)).collect();
    let mut text = introduction(reports, tables, &judged);
    let _ = write!(text, "\n{}", tally(&documents, &judged).markdown());
    for (document, claims) in documents.iter().zip(&judged) {
        let grid = Grid {
            head: ["claim", "where", "verdict", "figures", "again"].map(String::from).to_vec(),
            rows: (claims.iter())
                .map(|claim| line(claim, reports, tables).into_iter().map(Into::into).collect())
                .collect(),
        };
        let _ = write!(text, "\n## {}\n\n{}", document.title, grid.markdown());
    }
    Ok(text)
}

fn introduction(reports: &[TableReport], tables: &str, judged: &[Vec<Judged>]) -> String {
    let all: Vec<&Judged> = judged.iter().flatten().collect();
    let open = || all.iter().filter(|claim| claim.verdict == Verdict::Open);
    let wanting = open().filter(|claim| matches!(claim.claim.grounds, Grounds::Wanting(_))).count();
    let not_run = open().filter(|claim| claim.parts.iter().any(|part| part.finding == Finding::NotRun)).count();
    let mut budgets: Vec<(Budget, usize)> = Vec::new();
    for report in reports.iter().filter(|report| !report.is_map()) {
        match budgets.iter_mut().find(|(budget, _)| *budget == report.budget) {
            Some((_, count)) => *count += 1,
            None => budgets.push((report.budget, 1)),
        }
    }
    let budgets: Vec<String> = budgets.iter().map(|(budget, count)| format!("{count} at `{budget}`")).collect();
    let too_dear = |claim: &&&Judged| claim.verdict == Verdict::Untestable && !claim.parts.is_empty();
    let too_dear = all.iter().filter(too_dear).count();
    let meanings = Verdict::ALL.map(|verdict| format!("* **{}**: {}.\n", verdict.words(), verdict.meaning())).concat();
    format!(
        "# What the documents claim, and what came of it\n\n\
         Made by `melee reproduce --out DIR --report FILE --claims FILE` from the results in [{tables}]({tables}); do not edit. {all} claims, in our \
         own words, from the results and conclusions of the five documents that Melee began with and of the papers since; what to compare for each stands in \
         `crates/lab/claims`, and the verdicts are computed from it.\n\n\
         {meanings}\n\
         **How shares are compared.** By the 95 % interval of their difference. Errors of two different matches add up as squares do \
         (Newcombe 1998); those of one match with the correlation of its shares, since what one wins another does not. An interval that reaches across decides no direction, \
         but it bounds the effect: a printed one is refuted in size where the interval of its difference from ours, whose errors add up as squares do, \
         leaves no room for none (that the two intervals meet is not enough to make peace between them: Schenker and Gentleman 2001), and so is one of which no size is printed where the whole interval \
         lies within {least:.0} points of no difference in a duel, or as large a part of an even share among more players. Claims that say themselves that \
         the effect may be small are left out of that. \
         One that says *significantly* speaks of the document's own games: a printed lead whose own interval reaches across refutes the word. \
         *Equal* means within {equal:.0} points of a hundred in a duel, and within as large a part of an even share among more players. \
         That is twice what the theses knew their own shares to, and about the least that samples like theirs can show; the claim is confirmed \
         only if the whole interval lies within. The games that would decide are those with which an effect as large as printed is shown \
         four times in five, what was played counted in (of an equality that what was played rules out, those that show on which side of the limit it is); where none is printed, those with which an effect of {least:.0} points is shown or ruled out, \
         whichever are fewer. They cost what the lab's own measurement says of a game \
         (`melee reproduce --costs`); up to {reach} of one core for a claim it stays open and is to be run.\n\n\
         Of {open} open claims {not_run} wait for a table or row that is not stored, and {wanting} for an experiment that is \
         still to be made; {too_dear} cannot be tested here only because the games cost too much. Each verdict is one on our implementation, our positions and our budget; with the program and the time of the \
         document a claim may fare otherwise. Tables stored: {budgets}. `quick` is small: most matches there have 20 to 200 games of 2,500 to 30,000 nodes a \
         move, where the theses played hundreds of games with seconds a move. Means of depths, counts of nodes and times have no interval and are taken as they stand; where one is compared with the \
         printed number, how near is near enough stands beside it. About \
         one in twenty intervals misses the truth, and there are more than a hundred: single verdicts may be wrong by \
         chance. Some tables whose claims were open after their first games were played on once, some of them twice or three times, one match four times, to the number of games that \
         was reckoned to decide; that makes a wrong verdict on those a little likelier. What to compare, and within what, was written down when the `quick` results were known; a larger budget is \
         the fairer test of it.\n",
        all = all.len(),
        equal = EQUAL * 50.0,
        least = LEAST * 50.0,
        reach = duration(REACH),
        open = open().count(),
        budgets = budgets.join(", "),
    )
}

/// How many claims of each document have each verdict.
pub(crate) fn tally(documents: &[Document], judged: &[Vec<Judged>]) -> Grid {
    let counts = |claims: &[&Judged]| {
        let of = |verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
        let mut counts: Vec<String> = Verdict::ALL.map(|verdict| of(verdict).to_string()).to_vec();
        counts.push(claims.len().to_string());
        counts
    };
    let row = |title: &str, claims: &[&Judged]| {
        std::iter::once(title.to_string()).chain(counts(claims)).map(Into::into).collect()
    };
    let mut rows: Vec<_> = (documents.iter().zip(judged))
        .map(|(document, claims)| row(&document.title, &claims.iter().collect::<Vec<_>>()))
        .collect();
    rows.push(row("all", &judged.iter().flatten().collect::<Vec<_>>()));
    let verdicts = Verdict::ALL.map(|verdict| verdict.words().to_string());
    let head = std::iter::once(String::new()).chain(verdicts).chain(["all".to_string()]);
    Grid { head: head.collect(), rows }
}

/// The claims of a document for a page that has its tables.
pub(crate) fn grid(judged: &[Judged]) -> Grid {
    let line = |judged: &Judged| {
        let claim = judged.claim;
        let verdict = Cell::marked(judged.verdict.words(), judged.verdict.class());
        let tables = Cell::places(&claim.tables());
        vec![claim.says.clone().into(), claim.place.clone().into(), verdict, grounds(judged).into(), tables]
    };
    let head = ["claim", "where", "verdict", "figures", "tables"];
    Grid { head: head.map(String::from).to_vec(), rows: judged.iter().map(line).collect() }
}

/// What the verdict rests on.
fn grounds(judged: &Judged) -> String {
    let claim = judged.claim;
    let mut figures = match &claim.grounds {
        Grounds::Tables(_) => figures(&judged.parts) + &to_decide(judged),
        Grounds::Untestable(why) => why.clone(),
        Grounds::Wanting(what) => format!("to be made: {what}"),
    };
    if let Some(note) = &claim.note {
        let _ = write!(figures, ". {note}");
    }
    figures
}

fn line(judged: &Judged, reports: &[TableReport], tables: &str) -> [String; 5] {
    let claim = judged.claim;
    let verdict = match judged.verdict {
        Verdict::Refuted | Verdict::Smaller | Verdict::Depends => format!("**{}**", judged.verdict.words()),
        verdict => verdict.words().to_string(),
    };
    [claim.says.clone(), claim.place.clone(), verdict, grounds(judged), again(&claim.tables(), reports, tables)]
}

/// What would decide a claim that the intervals leave open.
fn to_decide(judged: &Judged) -> String {
    let needs = needed(&judged.parts);
    if needs.is_empty() || !matches!(judged.verdict, Verdict::Open | Verdict::Untestable) {
        return String::new();
    }
    let mut tables: Vec<(&str, u64)> = Vec::new();
    for MoreGames { table, games, .. } in &needs {
        match tables.iter_mut().find(|(known, _)| known == table) {
            Some((_, all)) => *all += games,
            None => tables.push((table, *games)),
        }
    }
    let or_more = |is_least| if is_least { " or more" } else { "" };
    let tables: Vec<String> = (tables.into_iter())
        .map(|(table, games)| format!("{}{} of {table}", grouped(games), or_more(games >= MOST_GAMES)))
        .collect();
    let seconds: Option<f64> = needs.iter().map(|need| need.seconds).sum();
    let is_least = or_more(needs.iter().any(|need| need.games == MOST_GAMES));
    let cost = seconds.map_or(String::new(), |seconds| format!(", {}{is_least} of one core", duration(seconds)));
    format!(". More games that would decide: {}{cost}", tables.join(", "))
}

/// The figures that decided: what fails and what is open before what holds.
fn figures(parts: &[Part]) -> String {
    let is_one_table = parts.iter().all(|part| part.table == parts[0].table);
    let of = |finding| -> Vec<String> {
        let found = parts.iter().filter(|part| part.finding == finding);
        let words = found.map(|part| match part.finding {
            Finding::NotRun => part.figure.clone(),
            _ if is_one_table => part.figure.clone(),
            _ => format!("{}, {}", part.table, part.figure),
        });
        words.collect()
    };
    let [holds, fails, smaller, open] = [Finding::Holds, Finding::Fails, Finding::Smaller, Finding::Open].map(of);
    let mut missing = of(Finding::NotRun);
    missing.dedup();
    if let ([one], true) = (parts, missing.is_empty()) {
        return one.figure.clone();
    }
    let mut texts = Vec::new();
    if parts.iter().any(|part| part.finding != Finding::NotRun) {
        texts.push(format!("{} of {} hold", holds.len(), parts.len()));
    }
    let only_holds = fails.is_empty() && smaller.is_empty() && open.is_empty();
    let shown = [
        ("", holds, only_holds),
        ("fails: ", fails, true),
        ("smaller: ", smaller, true),
        ("open: ", open, true),
        ("not run: ", missing, true),
    ];
    for (word, figures, _) in shown.iter().filter(|(_, figures, is_shown)| *is_shown && !figures.is_empty()) {
        let rest = figures.len().saturating_sub(MOST);
        let more = if rest > 0 { format!("; {rest} more") } else { String::new() };
        texts.push(format!("{word}{}{more}", figures[..figures.len() - rest].join("; ")));
    }
    texts.join(". ")
}

/// The commands that make the tables again, and where the results stand.
fn again(ids: &[&str], reports: &[TableReport], tables: &str) -> String {
    let stored = |id: &str| reports.iter().find(|report| report.id == id);
    let mut commands: Vec<(Option<Budget>, String)> = Vec::new();
    for id in ids {
        let budget = stored(id).map(|report| report.budget);
        match commands.iter_mut().find(|(known, _)| *known == budget) {
            Some((_, command)) => *command += &format!(" {id}"),
            None => commands.push((budget, format!("melee reproduce {id}"))),
        }
    }
    let commands = commands.into_iter().map(|(budget, command)| match budget {
        Some(budget) => format!("`{command} --budget {budget}`"),
        None => format!("`{command}`"),
    });
    let links = ids.iter().filter(|id| stored(id).is_some()).map(|id| format!("[{id}]({tables}#{id})"));
    commands.chain(links).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::judge;
    use super::*;

    fn part(finding: Finding, figure: &str) -> Part {
        Part { finding, table: "t".to_string(), figure: figure.to_string(), needs: Vec::new() }
    }

    #[test]
    fn figures_of_several_tables_name_theirs() {
        let parts = [Part { table: "s".to_string(), ..part(Finding::Holds, "a") }, part(Finding::Holds, "b")];
        assert_eq!(figures(&parts), "2 of 2 hold. s, a; t, b");
    }

    #[test]
    fn where_nobody_plays_so_many_games_as_would_decide_it_says_so() {
        let documents = Document::all().expect("the files are read");
        let words = |games| {
            let needs =
                vec![MoreGames { table: "t".into(), name: "m".into(), games, seconds: Some(0.01 * games as f64) }];
            let parts = vec![Part { needs, ..part(Finding::Open, "a") }];
            to_decide(&Judged { claim: &documents[0].claims[0], verdict: Verdict::Untestable, parts })
        };
        assert_eq!(words(720_000), ". More games that would decide: 720,000 of t, 2.0 h of one core");
        assert!(words(MOST_GAMES).starts_with(". More games that would decide: 10,000,000 or more of t, "));
        assert!(words(MOST_GAMES).ends_with(" or more of one core"), "{}", words(MOST_GAMES));
    }

    #[test]
    fn what_fails_is_named_and_what_holds_is_counted() {
        let parts = [part(Finding::Holds, "a"), part(Finding::Fails, "b"), part(Finding::NotRun, "c")];
        assert_eq!(figures(&parts), "1 of 3 hold. fails: b. not run: c");
        assert_eq!(figures(&parts[..1]), "a");
        let smaller = [part(Finding::Smaller, "a"), part(Finding::Open, "b")];
        assert_eq!(figures(&smaller), "0 of 2 hold. smaller: a. open: b");
        let many = vec![part(Finding::Holds, "a"); 5];
        assert_eq!(figures(&many), "5 of 5 hold. a; a; a; 2 more");
    }

    #[test]
    fn without_any_result_nothing_is_judged_but_what_cannot_be() {
        for document in Document::all().expect("the files are read") {
            for claim in &document.claims {
                let verdict = judge(claim, &[]).verdict;
                assert!(matches!(verdict, Verdict::Open | Verdict::Untestable), "{}: {verdict:?}", claim.says);
            }
        }
    }
}
