-- A token of a plant ends when its maker leaves the plant.

CREATE OR REPLACE FUNCTION access_token_of_member() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE access_token SET ended_at = now(), end_reason = 'makerLeft'
    WHERE plant_id = OLD.plant_id AND maker_id = OLD.user_id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER plant_member_access_token
  AFTER DELETE ON plant_member
  FOR EACH ROW
  EXECUTE FUNCTION access_token_of_member();
