//! How another program is named: its path and arguments, behind `program:`.

use std::path::{Path, PathBuf};

use melee::search::shortened;

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramCommand {
    words: Vec<String>,
}

/// Why a program cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// Nothing to run.
    #[error("'{0}': expected program:PATH ARGS")]
    Empty(String),
    #[error("'{0}': a quote is not closed")]
    OpenQuote(String),
    /// There is none.
    #[error("program '{0}': no such file that can be run")]
    NotFound(String),
}

impl ProgramCommand {
    /// Reads `PATH ARGS`. Words are separated by spaces; quotes of either kind hold words together, and
    /// nothing else has a meaning.
    ///
    /// ```
    /// use melee_arena::program::ProgramCommand;
    /// let command = ProgramCommand::parse("'my engine' connect4 --algo \"pvs\"")?;
    /// assert_eq!(command.words(), ["my engine", "connect4", "--algo", "pvs"]);
    /// assert!(ProgramCommand::parse(" ").is_err());
    /// # Ok::<(), melee_arena::program::CommandError>(())
    /// ```
    pub fn parse(command: &str) -> Result<Self, CommandError> {
        let text = || shortened(&format!("program:{command}"));
        let mut words = Vec::new();
        let (mut word, mut quote) = (None::<String>, None);
        for c in command.chars() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, c) if c.is_whitespace() => words.extend(word.take()),
                (_, c) => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        if quote.is_some() {
            return Err(CommandError::OpenQuote(text()));
        }
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandError::Empty(text()));
        }
        Ok(ProgramCommand { words })
    }

    /// The program, then its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Is there such a program? It is not run.
    pub fn check(&self) -> Result<(), CommandError> {
        let name = Path::new(&self.words[0]);
        let is_found = if name.components().count() > 1 {
            can_be_run(name)
        } else {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            let files: Vec<PathBuf> = std::env::split_paths(&folders).map(|f| f.join(name)).collect();
            files.iter().any(|file| can_be_run(file))
        };
        if is_found { Ok(()) } else { Err(CommandError::NotFound(self.words[0].clone())) }
    }
}

fn can_be_run(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_run_is_said_before() {
        let check = |text: &str| {
            let command = ProgramCommand::parse(text)?;
            command.check()
        };
        assert_eq!(check("sh -c true"), Ok(()));
        assert_eq!(check("/bin/sh"), Ok(()));
        let error = |text| check(text).expect_err("refused").to_string();
        assert!(error("./nobody at all").contains("'./nobody'"));
        assert!(error("no-program-has-this-name").contains("no such file"));
        assert!(error("/").contains("no such file"));
        assert!(error("'x y").contains("quote"));
        assert!(error("''").contains("expected program:PATH"));
    }
}
