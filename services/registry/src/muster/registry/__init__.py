"""The registry: models, datasets and spaces, their versions, and who may read them."""
