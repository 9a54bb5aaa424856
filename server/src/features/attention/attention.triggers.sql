-- An assignment or a snooze ends once its cause leaves the plant's figures, or with the membership of its person.

CREATE OR REPLACE FUNCTION attention_of_ended_causes() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- The open causes of a silent unit stay open: only its line is down.
  DELETE FROM attention_assignment AS kept WHERE plant_id = NEW.plant_id AND NOT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(NEW.attention) AS cause(cu text, code text)
    WHERE cause.cu = kept.cu AND cause.code IN (kept.code, 'unit_offline', 'unknown_unit'));
  DELETE FROM attention_snooze AS kept WHERE plant_id = NEW.plant_id AND NOT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(NEW.attention) AS cause(cu text, code text)
    WHERE cause.cu = kept.cu AND cause.code IN (kept.code, 'unit_offline', 'unknown_unit'));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER plant_figures_attention
  AFTER UPDATE OF attention ON plant_figures
  FOR EACH ROW
  WHEN (OLD.attention IS DISTINCT FROM NEW.attention)
  EXECUTE FUNCTION attention_of_ended_causes();

CREATE OR REPLACE FUNCTION attention_of_member() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  DELETE FROM attention_assignment WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
  DELETE FROM attention_snooze WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER plant_member_attention
  AFTER DELETE ON plant_member
  FOR EACH ROW
  EXECUTE FUNCTION attention_of_member();
