"""Routes, one router a resource. They translate between HTTP and services and decide nothing."""
