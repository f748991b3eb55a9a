"""REST API of accounts: members, signing in, and the bot accounts that members own."""
