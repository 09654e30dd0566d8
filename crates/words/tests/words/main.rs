//! Tests of the catalogues, and of what is made of them.

#![allow(clippy::unwrap_used)]

mod catalogues;
mod of_core;
mod rules;
