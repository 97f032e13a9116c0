comment on table products is 'A migration that has landed stays as it is, however wide its lines are, since no database runs it again';
