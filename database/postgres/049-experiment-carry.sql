-- Columns of the datasource that are stored with the results of an experiment though no field takes them: the key of a row and its
-- label, for example. Null until someone chose; then the console proposes some. A result keeps its own in `datasource`.
alter table experiments add column carry text[];
call airlock.audited('experiments', large => '{field_mapping}');
