"""Send a table to its watchers: what each may see, who is here, what moves would lead to."""
