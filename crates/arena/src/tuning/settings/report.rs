//! What was tried, as a table for people.

use super::{SettingsSearch, Test, TestResult};

/// All tests of a search in Markdown, a table for every limit: who met whom, how often, with which share and interval.
pub fn as_markdown(search: &SettingsSearch) -> String {
    let plan = search.plan();
    let game = &plan.base.game;
    let players = plan.base.options.players.map_or_else(String::new, |players| format!(", {players} players"));
    let mut text = format!("# Settings of {game}{players}\n\n{}\n", conditions(search));
    for (place, (first, last)) in plan.champions.iter().zip(search.champions()).enumerate() {
        let limit = first.limits;
        let tests: Vec<&Test> = search.tests().iter().filter(|test| test.champion.limits == limit).collect();
        text += &format!("\n## {limit}\n\n");
        text += &match tests.iter().find(|test| test.verdict == TestResult::Confirmation) {
            _ if place >= search.climbed && first == &last => {
                format!("`{}` so far: not all was tried.\n\n", first.who)
            }
            _ if place >= search.climbed => {
                format!("`{}` instead of `{}` so far: not all was tried.\n\n", last.who, first.who)
            }
            _ if first == &last => format!("`{}` stays: nothing was better.\n\n", first.who),
            Some(test) => {
                format!("`{}` instead of `{}`: {} on other openings.\n\n", last.who, first.who, share_text(test))
            }
            None => format!("`{}` instead of `{}`; not confirmed yet.\n\n", last.who, first.who),
        };
        text += "| tried | against | games | share | |\n|---|---|---|---|---|\n";
        for test in tests {
            let share = if test.games == 0 { String::new() } else { share_text(test) };
            let (candidate, champion) = (&test.candidate.who, &test.champion.who);
            text += &format!("| `{candidate}` | `{champion}` | {} | {share} | {} |\n", test.games, test.verdict.name());
        }
    }
    text
}

fn conditions(search: &SettingsSearch) -> String {
    let plan = search.plan();
    let tried = search.tests().iter().filter(|test| test.games > 0).count();
    let is_timed = plan.limits().iter().any(|limits| limits.time.is_some());
    let clock = match plan.by_processor {
        _ if !is_timed => "",
        true => " limits by processor time;",
        false => " limits by the clock;",
    };
    format!(
        "{tried} matches;{clock} {} random plies first, a game ends after {} plies; each test looks for a difference of {:.0} % within {} blocks.",
        plan.base.random_plies,
        plan.base.ply_cap,
        100.0 * plan.difference,
        plan.blocks
    )
}

/// A share and its interval, in per cent.
pub(super) fn share_text(test: &Test) -> String {
    let (share, interval) = test.share();
    format!("{:.1} ({:.1}-{:.1})", 100.0 * share, 100.0 * interval.low, 100.0 * interval.high)
}
