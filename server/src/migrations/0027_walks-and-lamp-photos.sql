CREATE TABLE "walk_lamp" (
	"walk_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"position" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"put_off" integer DEFAULT 0 NOT NULL,
	"by_name" text,
	"at" timestamp with time zone,
	"saved_under" uuid,
	"taken_by" uuid,
	"taken_by_name" text,
	"taken_until" timestamp with time zone,
	"blinks_until" timestamp with time zone,
	CONSTRAINT "walk_lamp_walk_id_central_unit_id_serial_pk" PRIMARY KEY("walk_id","central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "walk" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"central_unit_id" uuid,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "central_unit_id" uuid;--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "serial" text;--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_walk_id_walk_id_fk" FOREIGN KEY ("walk_id") REFERENCES "public"."walk"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk" ADD CONSTRAINT "walk_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk" ADD CONSTRAINT "walk_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "walk_lamp_of_person" ON "walk_lamp" USING btree ("walk_id","taken_by") WHERE taken_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "walk_lamp_taken" ON "walk_lamp" USING btree ("central_unit_id","serial") WHERE taken_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "walk_key" ON "walk" USING btree ("plant_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "walk_of_unit" ON "walk" USING btree ("central_unit_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "walk_ended" ON "walk" USING btree ("ended_at");--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_lamp" ON "attachment" USING btree ("central_unit_id","serial");