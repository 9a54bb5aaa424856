CREATE TABLE "floor_plan_drawing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plan_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"choices" jsonb,
	"choice" jsonb,
	"source_id" uuid,
	"width" integer,
	"height" integer,
	"large_id" uuid,
	"medium_id" uuid,
	"small_id" uuid
);
--> statement-breakpoint
CREATE TABLE "floor_plan_lamp" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	CONSTRAINT "floor_plan_lamp_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "floor_plan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"room_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"places_version" integer DEFAULT 0 NOT NULL,
	"long_side_m" double precision,
	"drawing_id" uuid NOT NULL,
	"editor_id" uuid,
	"edited_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_source_id_file_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_large_id_file_id_fk" FOREIGN KEY ("large_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_medium_id_file_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_small_id_file_id_fk" FOREIGN KEY ("small_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_lamp" ADD CONSTRAINT "floor_plan_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_lamp" ADD CONSTRAINT "floor_plan_lamp_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan" ADD CONSTRAINT "floor_plan_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan" ADD CONSTRAINT "floor_plan_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan" ADD CONSTRAINT "floor_plan_editor_id_user_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "floor_plan_drawing_plan" ON "floor_plan_drawing" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "floor_plan_lamp_plan" ON "floor_plan_lamp" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "floor_plan_plant" ON "floor_plan" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "floor_plan_room" ON "floor_plan" USING btree ("room_id");