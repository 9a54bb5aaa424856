CREATE TABLE "floor_plan_outline" (
	"plan_id" uuid NOT NULL,
	"room_id" uuid NOT NULL,
	"outline" jsonb NOT NULL,
	CONSTRAINT "floor_plan_outline_plan_id_room_id_pk" PRIMARY KEY("plan_id","room_id")
);
--> statement-breakpoint
ALTER TABLE "floor_plan_outline" ADD CONSTRAINT "floor_plan_outline_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_outline" ADD CONSTRAINT "floor_plan_outline_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "floor_plan_outline_room" ON "floor_plan_outline" USING btree ("room_id");