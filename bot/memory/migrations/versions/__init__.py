"""One module per step, never changed once released; the next one names it as `down_revision`."""
