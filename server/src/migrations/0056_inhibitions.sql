CREATE TABLE "inhibition" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"asked_by" uuid,
	"asked_by_name" text,
	"asked_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"command_id" uuid NOT NULL,
	"end_asked_by" uuid,
	"end_asked_by_name" text,
	"end_asked_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"because" text,
	"overdue_at" timestamp with time zone,
	"lapsed_at" timestamp with time zone,
	"asked_again_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inhibition_unit" ON "inhibition" USING btree ("central_unit_id","asked_at");--> statement-breakpoint
CREATE INDEX "inhibition_plant" ON "inhibition" USING btree ("plant_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inhibition_in_force" ON "inhibition" USING btree ("central_unit_id") WHERE state = 'inhibited';--> statement-breakpoint
CREATE INDEX "inhibition_ending" ON "inhibition" USING btree ("ends_at") WHERE state = 'inhibited' and overdue_at is null;--> statement-breakpoint
CREATE INDEX "inhibition_lapsed" ON "inhibition" USING btree ("central_unit_id") WHERE state = 'inhibited' and lapsed_at is not null;--> statement-breakpoint
CREATE INDEX "inhibition_command" ON "inhibition" USING btree ("command_id");--> statement-breakpoint
CREATE TRIGGER inhibition_figures_due AFTER UPDATE ON inhibition
	FOR EACH ROW WHEN (OLD.overdue_at IS DISTINCT FROM NEW.overdue_at)
	EXECUTE FUNCTION plant_figures_due_of_plant();
