CREATE TABLE "unit_record_gap" (
	"unit" text NOT NULL,
	"life" text NOT NULL,
	"boot" bigint NOT NULL,
	"first" bigint NOT NULL,
	"last" bigint NOT NULL,
	"missing" bigint NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"recovered_at" timestamp with time zone,
	CONSTRAINT "unit_record_gap_unit_life_boot_first_pk" PRIMARY KEY("unit","life","boot","first")
);
--> statement-breakpoint
CREATE TABLE "unit_record_run" (
	"unit" text NOT NULL,
	"life" text NOT NULL,
	"boot" bigint NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"told_to" bigint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "unit_record_run_unit_life_boot_pk" PRIMARY KEY("unit","life","boot")
);
--> statement-breakpoint
ALTER TABLE "unit_record_gap" ADD CONSTRAINT "unit_record_gap_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record_gap" ADD CONSTRAINT "unit_record_gap_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record_run" ADD CONSTRAINT "unit_record_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record_run" ADD CONSTRAINT "unit_record_run_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_record_gap_plant" ON "unit_record_gap" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "unit_record_gap_unit" ON "unit_record_gap" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "unit_record_run_due" ON "unit_record_run" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "unit_record_run_plant" ON "unit_record_run" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "unit_record_run_unit" ON "unit_record_run" USING btree ("central_unit_id");