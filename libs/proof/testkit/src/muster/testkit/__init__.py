"""Building blocks for tests, for this project and for those who build on it.

cores       given / when / then for the scheduler's core, Hypothesis strategies, builders of events and loads
stack       the real servers, for tests marked `stack`; the whole product; a journal with suffixed topics
api         HTTP APIs: canned answers, submit on real servers
processes   processes that tests kill, stop and resume
samples     small services to test the libraries with
simulation  a whole control plane in one thread, seeded, with crashes, duplicates, delays, lost commits
checker     what must hold of every log, checked from the log alone
agent_node  one node's agent in the test's own process, on any journal
archives    tar.gz files, sound or not, entry by entry
disguises   weights in other files, hard to recognise
model_files safetensors and GGUF files, sound or not
environments  packages that a test runs beside the product, each set in an environment of its own
collecting  a pytest plugin: files that a run leaves out are not imported
chat_server  a scripted OpenAI-compatible endpoint
cpu_times   a pytest plugin that tells what each test spent
laws        how many examples a law is worth, in a full run and in a fast one
patience    how tests wait: as long as something moves
offline     settings of a service that reaches no server
offline_apis  applications and OpenAPI documents of all services
browser     a real Chromium without a window, from Debian's packages
clamav      a real clamd from Debian's packages
debian      programs of Debian packages, unpacked but not installed
faults      faults under load, and their expected outcomes
hostile     inert model files that attack, and harmless twins
llama            a real llama.cpp server with a random model
metadata_server  the cloud providers' metadata services on 127.0.0.1
node_api    the API's routes for nodes, on a real store
stores      object stores other than the stack's own
tokens      signed tokens for commands and reports
"""
