-- A favourite ends with the membership, in any way.

CREATE OR REPLACE FUNCTION favourite_plant_of_member() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  DELETE FROM favourite_plant WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER plant_member_favourite
  AFTER DELETE ON plant_member
  FOR EACH ROW
  EXECUTE FUNCTION favourite_plant_of_member();
