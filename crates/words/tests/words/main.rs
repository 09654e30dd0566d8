//! Tests of the catalogues, and of what is made of them.

mod catalogues;
mod of_core;
mod rules;
