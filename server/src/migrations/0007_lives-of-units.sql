CREATE TABLE "plant_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"life" text,
	"at" timestamp with time zone NOT NULL,
	"by_name" text
);
--> statement-breakpoint
ALTER TABLE "central_unit" ADD COLUMN "life" text;--> statement-breakpoint
ALTER TABLE "central_unit" ADD COLUMN "stranger_life" text;--> statement-breakpoint
ALTER TABLE "central_unit" ADD COLUMN "stranger_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "central_unit" ADD COLUMN "refused_life" text;--> statement-breakpoint
ALTER TABLE "unit_link" ADD COLUMN "closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_link" ADD COLUMN "life" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_link" ADD COLUMN "connection" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_command" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "unit_record" ADD COLUMN "life" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_record" DROP CONSTRAINT "unit_record_unit_boot_seq_pk";--> statement-breakpoint
ALTER TABLE "unit_record" ADD CONSTRAINT "unit_record_unit_life_boot_seq_pk" PRIMARY KEY("unit","life","boot","seq");--> statement-breakpoint
ALTER TABLE "unit_record" ADD COLUMN "central_unit_id" uuid;--> statement-breakpoint
ALTER TABLE "unit_record" ADD COLUMN "test_id" uuid;--> statement-breakpoint
ALTER TABLE "test_result" ADD COLUMN "boot" bigint;--> statement-breakpoint
ALTER TABLE "test_result" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "test_run" ADD COLUMN "life" text;--> statement-breakpoint
ALTER TABLE "test_run" ADD COLUMN "start_boot" bigint;--> statement-breakpoint
ALTER TABLE "test_run" ADD COLUMN "start_seq" bigint;--> statement-breakpoint
ALTER TABLE "plant_entry" ADD CONSTRAINT "plant_entry_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_entry" ADD CONSTRAINT "plant_entry_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plant_entry_unit" ON "plant_entry" USING btree ("central_unit_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "plant_entry_once" ON "plant_entry" USING btree ("central_unit_id","kind","life");--> statement-breakpoint
CREATE UNIQUE INDEX "central_unit_life" ON "central_unit" USING btree ("unit","life") WHERE life is not null;--> statement-breakpoint
CREATE INDEX "unit_record_test" ON "unit_record" USING btree ("central_unit_id","test_id") WHERE test_id is not null;--> statement-breakpoint
CREATE INDEX "test_run_start" ON "test_run" USING btree ("central_unit_id","start_boot","start_seq");
--> statement-breakpoint
DROP TRIGGER central_unit_figures_due_update ON central_unit;
--> statement-breakpoint
CREATE TRIGGER central_unit_figures_due_update AFTER UPDATE ON central_unit
	FOR EACH ROW WHEN ((OLD.acquired, OLD.removed_at, OLD.on_battery, OLD.errors, OLD.warnings, OLD.counts, OLD.life, OLD.stranger_life)
		IS DISTINCT FROM (NEW.acquired, NEW.removed_at, NEW.on_battery, NEW.errors, NEW.warnings, NEW.counts, NEW.life, NEW.stranger_life))
	EXECUTE FUNCTION plant_figures_due_of_plant();
--> statement-breakpoint
DROP TRIGGER unit_link_figures_due_update ON unit_link;
--> statement-breakpoint
CREATE TRIGGER unit_link_figures_due_update AFTER UPDATE ON unit_link
	FOR EACH ROW WHEN ((OLD.online, OLD.life, OLD.protocol_fault_at IS NULL, OLD.clock_drift_s NOT BETWEEN -30 AND 30)
		IS DISTINCT FROM (NEW.online, NEW.life, NEW.protocol_fault_at IS NULL, NEW.clock_drift_s NOT BETWEEN -30 AND 30))
	EXECUTE FUNCTION plant_figures_due_of_link();
--> statement-breakpoint
CREATE FUNCTION plant_figures_due_of_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id) SELECT plant_id FROM test_run WHERE id = NEW.test_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER test_result_figures_due AFTER UPDATE ON test_result
	FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_result();
