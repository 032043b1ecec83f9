"""The protocol with the log: orders in; reports and heartbeats out.

connection  the journal on Kafka
session     connect, announce, serve: one step at a time
orders      decides about an order, records it, then has it carried out
outbox      sends the reports that memory holds, in order, until the log has them
heartbeats  the node's signs of life
"""
