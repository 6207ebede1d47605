//! The URL of a database on the command line, which contains a password.

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use quirkat_serve::{Database, DatabaseError};
use std::ffi::OsStr;

/// Parses the URL of a database. Errors do not show the URL, because they may be logged.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseParser;

impl TypedValueParser for DatabaseParser {
    type Value = Database;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Database, Error> {
        value.to_string_lossy().parse().map_err(|error: DatabaseError| {
            let words = format!("invalid value for '--database <URL>': {error}\n");
            Error::raw(ErrorKind::ValueValidation, words).with_cmd(command)
        })
    }
}
