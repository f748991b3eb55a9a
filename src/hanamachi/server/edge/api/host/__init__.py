"""REST API of the host's page: people, tables, reports, the rules of the house, and links that make hosts."""
