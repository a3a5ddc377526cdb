//! The published tables: that they run, and that what is stored of them is right.

mod aiba;
mod claims;
mod map;
mod published;
mod resume;
mod smoke;
mod stored;
