-- Zones by short names, as VST, failed in every statement that looked at all plants. Nobody has meant them: the map of zones has none.
update plant set timezone = 'UTC' where timezone not in (select name from pg_timezone_names);--> statement-breakpoint
ALTER TABLE "plant" ADD CONSTRAINT "plant_zone_known" CHECK ((timestamptz '2000-01-01T00:00:00Z' at time zone timezone) is not null);
