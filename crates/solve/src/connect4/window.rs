//! Which question to ask next.
//!
//! A question far from the score is cheap and one close to it dear. So the first questions lie
//! half-way to the quickest win and loss (Pons 2015), which finds near forced wins at once; when few
//! scores are left, the next one goes to where most scores are, around 0.

use super::techniques::Techniques;

/// When no more than so many scores lie between the bounds, ask closest to 0.
const FEW: i32 = 10;

/// The `alpha` of the next question, given what the score is at least and at most.
pub(super) fn next_question(lower: i32, upper: i32, techniques: &Techniques) -> i32 {
    let closest_to_0 = 0.clamp(lower, upper - 1);
    if !techniques.bisection || upper - lower <= FEW {
        return closest_to_0;
    }
    let middle = (lower + upper).div_euclid(2);
    if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_narrows_the_bounds_until_one_score_is_left() {
        for bisection in [false, true] {
            let techniques = Techniques { bisection, ..Techniques::default() };
            for score in -28..=28 {
                let (mut lower, mut upper) = (-28, 28);
                let mut questions = 0;
                while lower < upper {
                    let alpha = next_question(lower, upper, &techniques);
                    assert!(lower <= alpha && alpha < upper, "{alpha} in {lower}..{upper}");
                    if score > alpha {
                        lower = alpha + 1;
                    } else {
                        upper = alpha;
                    }
                    questions += 1;
                }
                assert_eq!(lower, score);
                assert!(!bisection || questions <= 14, "{questions} questions for {score}");
            }
        }
    }
}
