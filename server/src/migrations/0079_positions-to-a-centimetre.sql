-- Kept as they are taken now: a position that was next to none made the map of everybody fail who sees the plant.
update plant set lat = round(lat::numeric, 7)::float8, long = round(long::numeric, 7)::float8 where lat is not null;
