CREATE TABLE "plant_figures_due" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plant_figures_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plant_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION plant_figures_due_of_plant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id) VALUES (NEW.plant_id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION plant_figures_due_of_new_plant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id) VALUES (NEW.id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION plant_figures_due_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id)
		SELECT plant_id FROM central_unit WHERE unit = NEW.unit AND acquired AND removed_at IS NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plant_figures_due AFTER INSERT ON plant
	FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_new_plant();
--> statement-breakpoint
CREATE TRIGGER central_unit_figures_due_insert AFTER INSERT ON central_unit
	FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_plant();
--> statement-breakpoint
CREATE TRIGGER central_unit_figures_due_update AFTER UPDATE ON central_unit
	FOR EACH ROW WHEN ((OLD.acquired, OLD.removed_at, OLD.on_battery, OLD.errors, OLD.warnings, OLD.counts)
		IS DISTINCT FROM (NEW.acquired, NEW.removed_at, NEW.on_battery, NEW.errors, NEW.warnings, NEW.counts))
	EXECUTE FUNCTION plant_figures_due_of_plant();
--> statement-breakpoint
CREATE TRIGGER unit_link_figures_due_insert AFTER INSERT ON unit_link
	FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_link();
--> statement-breakpoint
CREATE TRIGGER unit_link_figures_due_update AFTER UPDATE ON unit_link
	FOR EACH ROW WHEN (OLD.online IS DISTINCT FROM NEW.online)
	EXECUTE FUNCTION plant_figures_due_of_link();
--> statement-breakpoint
CREATE TRIGGER test_run_figures_due AFTER UPDATE ON test_run
	FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
	EXECUTE FUNCTION plant_figures_due_of_plant();
--> statement-breakpoint
INSERT INTO plant_figures_due (plant_id) SELECT id FROM plant;
