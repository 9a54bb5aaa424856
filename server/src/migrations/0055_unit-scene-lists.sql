CREATE TABLE "unit_scene_list" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"wanted" jsonb NOT NULL,
	"taken" jsonb,
	"told_version" integer,
	"asked_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_lists_due" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unit_lists_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plant_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unit_scene_list" ADD CONSTRAINT "unit_scene_list_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_scene_list_due" ON "unit_scene_list" USING btree ("due_at");
--> statement-breakpoint
CREATE FUNCTION unit_lists_due_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO unit_lists_due (plant_id) VALUES (coalesce(NEW.plant_id, OLD.plant_id));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION unit_lists_due_of_plant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO unit_lists_due (plant_id) SELECT NEW.id WHERE EXISTS (SELECT 1 FROM scene WHERE plant_id = NEW.id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER scene_unit_lists_due_added AFTER INSERT OR DELETE ON scene
	FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_row();
--> statement-breakpoint
CREATE TRIGGER scene_unit_lists_due_saved AFTER UPDATE OF saved_at, input_unit_id ON scene
	FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_row();
--> statement-breakpoint
CREATE TRIGGER aggregation_unit_lists_due AFTER UPDATE OF groups, central_unit_id OR DELETE ON aggregation
	FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_row();
--> statement-breakpoint
CREATE TRIGGER plant_unit_lists_due AFTER UPDATE OF timezone, lat, long, country, archived_at ON plant
	FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_plant();
