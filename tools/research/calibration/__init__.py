"""Calibrate the judges: how often what they promise comes true. `make calibration` writes docs/judges.md."""
