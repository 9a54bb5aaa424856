-- Entries are only ever added, until the data of a deleted plant are erased.

CREATE OR REPLACE FUNCTION logbook_entry_goes() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM plant WHERE id = OLD.plant_id AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'entries of a logbook are only ever added';
  END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER logbook_entry_goes
  BEFORE DELETE ON logbook_entry
  FOR EACH ROW
  EXECUTE FUNCTION logbook_entry_goes();

CREATE OR REPLACE FUNCTION logbook_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of a logbook are only ever added';
END $$;
CREATE OR REPLACE TRIGGER logbook_entry_stays
  BEFORE UPDATE OR TRUNCATE ON logbook_entry
  FOR EACH STATEMENT
  EXECUTE FUNCTION logbook_entry_stays();
