"""`muster model`. It imports only libraries, so it runs on a laptop without servers.

model        the commands, in their order: repositories, versions, pointers and grants
transfers    `muster model push`, `pull` and `mirror`
bundles      `muster model export` and `import`
origins      `muster model lineage` and `recall`
connections  `muster model lineage paths`, `common` and `affected`
storage      `muster model du`, `quota`, `sharing`, `encrypt` and `tiers`
tensors      comparison of two versions by their tensors
options      arguments and options that several commands have
"""
