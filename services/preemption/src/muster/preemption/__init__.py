"""Who yields to whom: victims, reasons and prices."""
