-- The sources of a plant's figures have changed: the figures are due.
-- A connection keeps its query plan from the time of a small table, so functions find rows by an index alone.

CREATE OR REPLACE FUNCTION plant_figures_due_of_link() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO plant_figures_due (plant_id)
    SELECT plant_id FROM central_unit WHERE unit = NEW.unit AND acquired AND removed_at IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER unit_link_figures_due_insert
  AFTER INSERT ON unit_link
  FOR EACH ROW
  EXECUTE FUNCTION plant_figures_due_of_link();
CREATE OR REPLACE TRIGGER unit_link_figures_due_update
  AFTER UPDATE ON unit_link
  FOR EACH ROW
  WHEN (OLD.online IS DISTINCT FROM NEW.online
    OR OLD.life IS DISTINCT FROM NEW.life
    OR (OLD.online AND OLD.closed) IS DISTINCT FROM (NEW.online AND NEW.closed)
    OR (OLD.protocol_fault_at IS NULL) IS DISTINCT FROM (NEW.protocol_fault_at IS NULL)
    OR (OLD.clock_drift_s < -30 OR OLD.clock_drift_s > 30) IS DISTINCT FROM (NEW.clock_drift_s < -30 OR NEW.clock_drift_s > 30))
  EXECUTE FUNCTION plant_figures_due_of_link();

CREATE OR REPLACE FUNCTION plant_figures_due_of_new_plant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO plant_figures_due (plant_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER plant_figures_due
  AFTER INSERT ON plant
  FOR EACH ROW
  EXECUTE FUNCTION plant_figures_due_of_new_plant();

CREATE OR REPLACE FUNCTION plant_figures_due_of_plant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO plant_figures_due (plant_id) VALUES (NEW.plant_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER central_unit_figures_due_insert
  AFTER INSERT ON central_unit
  FOR EACH ROW
  EXECUTE FUNCTION plant_figures_due_of_plant();
CREATE OR REPLACE TRIGGER central_unit_figures_due_update
  AFTER UPDATE ON central_unit
  FOR EACH ROW
  WHEN ((OLD.acquired, OLD.removed_at, OLD.on_battery, OLD.errors, OLD.warnings, OLD.counts, OLD.life, OLD.unknown_life)
    IS DISTINCT FROM
    (NEW.acquired, NEW.removed_at, NEW.on_battery, NEW.errors, NEW.warnings, NEW.counts, NEW.life, NEW.unknown_life))
  EXECUTE FUNCTION plant_figures_due_of_plant();
CREATE OR REPLACE TRIGGER inhibition_figures_due
  AFTER UPDATE ON inhibition
  FOR EACH ROW
  WHEN (OLD.overdue_at IS DISTINCT FROM NEW.overdue_at)
  EXECUTE FUNCTION plant_figures_due_of_plant();
CREATE OR REPLACE TRIGGER test_run_figures_due
  AFTER UPDATE ON test_run
  FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION plant_figures_due_of_plant();

CREATE OR REPLACE FUNCTION plant_figures_due_of_result() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO plant_figures_due (plant_id) SELECT plant_id FROM test_run WHERE id = NEW.test_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER test_result_figures_due
  AFTER UPDATE ON test_result
  FOR EACH ROW
  EXECUTE FUNCTION plant_figures_due_of_result();

-- A serial reported by several units is a finding at each of them: all their plants are due. Shorter serials are common to many lamps.
CREATE OR REPLACE FUNCTION plants_of_serials(serials text[], own uuid) RETURNS uuid[] LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  units uuid[];
BEGIN
  SELECT array_agg(DISTINCT central_unit_id) INTO units
    FROM lamp WHERE serial = ANY (serials) AND length(serial) >= 6 AND central_unit_id <> own;
  IF units IS NULL THEN RETURN NULL; END IF;
  -- One by one, and by the id alone: a query plan from a time of few units would read all acquired ones.
  RETURN (SELECT array_agg(DISTINCT plant) FROM (
    SELECT (SELECT CASE WHEN acquired AND removed_at IS NULL THEN plant_id END FROM central_unit WHERE id = other) AS plant
      FROM unnest(units) AS other) AS found
    WHERE plant IS NOT NULL);
END $$;

CREATE OR REPLACE FUNCTION plant_figures_due_of_serial() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  own uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.central_unit_id ELSE NEW.central_unit_id END;
  others uuid[] := plants_of_serials(CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.serial] WHEN 'DELETE' THEN ARRAY[OLD.serial]
    ELSE ARRAY[OLD.serial, NEW.serial] END, own);
BEGIN
  IF others IS NOT NULL THEN
    INSERT INTO plant_figures_due (plant_id)
      SELECT unnest(others) UNION SELECT plant_id FROM central_unit WHERE id = own;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER lamp_serial_figures_due
  AFTER INSERT OR DELETE ON lamp
  FOR EACH ROW
  EXECUTE FUNCTION plant_figures_due_of_serial();
CREATE OR REPLACE TRIGGER lamp_serial_figures_due_update
  AFTER UPDATE OF serial ON lamp
  FOR EACH ROW
  WHEN (OLD.serial IS DISTINCT FROM NEW.serial)
  EXECUTE FUNCTION plant_figures_due_of_serial();

CREATE OR REPLACE FUNCTION plant_figures_due_of_twins() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  serials text[] := (SELECT array_agg(serial) FROM lamp WHERE central_unit_id = NEW.id);
BEGIN
  INSERT INTO plant_figures_due (plant_id) SELECT unnest(plants_of_serials(serials, NEW.id));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER central_unit_twins_figures_due
  AFTER UPDATE ON central_unit
  FOR EACH ROW
  WHEN ((OLD.acquired, OLD.removed_at) IS DISTINCT FROM (NEW.acquired, NEW.removed_at))
  EXECUTE FUNCTION plant_figures_due_of_twins();
