"""Games for language models: a server of the Model Context Protocol (extra `mcp`), run by `hanamachi mcp`."""
