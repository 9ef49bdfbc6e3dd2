-- Columns of the datasource that are stored with the results of an experiment although no field uses them, such as the key of a row and its label.
-- Null until they are chosen: then the console proposes some. A result has its own in `datasource`.
alter table experiments add column carry text[];
call airlock.audited('experiments', large => '{field_mapping}');
