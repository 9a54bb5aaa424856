CREATE TABLE "held_test" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"kind" text NOT NULL,
	"lamps" integer[] NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone,
	"charged_at" timestamp with time zone,
	"reason" text,
	"due_at" timestamp with time zone NOT NULL,
	"test_id" uuid,
	"requested_by" text NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_test_due" ON "held_test" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "held_test_plant" ON "held_test" USING btree ("plant_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "held_test_unit" ON "held_test" USING btree ("central_unit_id");