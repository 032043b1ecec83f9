"""OpenTelemetry set-up, metric names, JSON logs."""
