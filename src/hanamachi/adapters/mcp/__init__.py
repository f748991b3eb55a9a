"""The house for language models: a server of the Model Context Protocol (extra `mcp`): `hanamachi mcp`."""
