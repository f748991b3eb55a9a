"""What hosts see and do: people, tables, reports, bans, the rules of the house, and the journal of it all."""
