-- Private sets are renamed and deleted.
alter table app_tag
  comment column name 'Name',
  comment column is_refused '1: there is no such tag: it was one too many for the tier by then, or is deleted',
  comment column version 'Microseconds since 1970 of the change: the highest wins; an end stands above all'
