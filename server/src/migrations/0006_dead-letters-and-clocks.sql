CREATE TABLE "dead_letter" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dead_letter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"unit" text NOT NULL,
	"channel" text NOT NULL,
	"reason" text NOT NULL,
	"error" text NOT NULL,
	"payload" "bytea" NOT NULL,
	"tries" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unit_link" ADD COLUMN "protocol_fault_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unit_record" ADD COLUMN "clock_wrong" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_record" ADD COLUMN "told_at" text;--> statement-breakpoint
ALTER TABLE "test_result" ADD COLUMN "clock_wrong" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "test_run" ADD COLUMN "clock_wrong" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "dead_letter_unit" ON "dead_letter" USING btree ("unit","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "unit_link_protocol_fault" ON "unit_link" USING btree ("protocol_fault_at") WHERE protocol_fault_at is not null;--> statement-breakpoint
DROP TRIGGER unit_link_figures_due_update ON unit_link;
--> statement-breakpoint
CREATE TRIGGER unit_link_figures_due_update AFTER UPDATE ON unit_link
	FOR EACH ROW WHEN ((OLD.online, OLD.protocol_fault_at IS NULL, OLD.clock_drift_s NOT BETWEEN -30 AND 30)
		IS DISTINCT FROM (NEW.online, NEW.protocol_fault_at IS NULL, NEW.clock_drift_s NOT BETWEEN -30 AND 30))
	EXECUTE FUNCTION plant_figures_due_of_link();
