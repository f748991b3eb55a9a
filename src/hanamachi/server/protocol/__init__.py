"""Define what goes over the network: messages, request and response bodies.

Structs only; the TypeScript types and docs/protocol.md are generated from here. Imports `tables`.
"""
