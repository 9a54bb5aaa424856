-- The sources of a unit's scene list have changed: the lists of the plant are due for comparison.

CREATE OR REPLACE FUNCTION unit_lists_due_of_plant() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO unit_lists_due (plant_id) SELECT NEW.id WHERE EXISTS (SELECT 1 FROM scene WHERE plant_id = NEW.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER plant_unit_lists_due
  AFTER UPDATE OF timezone, lat, long, country, archived_at ON plant
  FOR EACH ROW
  EXECUTE FUNCTION unit_lists_due_of_plant();

CREATE OR REPLACE FUNCTION unit_lists_due_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unit_lists_due (plant_id) VALUES (coalesce(NEW.plant_id, OLD.plant_id));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER aggregation_unit_lists_due
  AFTER DELETE OR UPDATE OF groups, central_unit_id ON aggregation
  FOR EACH ROW
  EXECUTE FUNCTION unit_lists_due_of_row();
CREATE OR REPLACE TRIGGER scene_unit_lists_due_added
  AFTER INSERT OR DELETE ON scene
  FOR EACH ROW
  EXECUTE FUNCTION unit_lists_due_of_row();
CREATE OR REPLACE TRIGGER scene_unit_lists_due_saved
  AFTER UPDATE OF saved_at, input_unit_id ON scene
  FOR EACH ROW
  EXECUTE FUNCTION unit_lists_due_of_row();
