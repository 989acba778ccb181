"""The post office: mails handled one by one, commands, orders, deadlines."""
