;; The inner loop of applying a bitset to logits: keeps the elements whose bits are set and makes the others −∞. Eight elements
;; a byte of the bitset: the byte is spread over all lanes, and each lane looks at a bit of its own.
(module
  (import "e" "m" (memory 1))

  ;; 32-bit elements at $p, bits at [$w, $end).
  (func (export "float32") (param $p i32) (param $w i32) (param $end i32)
    (local $byte v128)
    (block $out
      (loop $top
        (br_if $out (i32.ge_u (local.get $w) (local.get $end)))
        (local.set $byte (v128.load8_splat (local.get $w)))
        (v128.store (local.get $p)
          (v128.bitselect
            (v128.load (local.get $p))
            (v128.const i32x4 0xff800000 0xff800000 0xff800000 0xff800000)
            (i32x4.eq
              (v128.and (local.get $byte) (v128.const i32x4 1 2 4 8))
              (v128.const i32x4 1 2 4 8))))
        (v128.store offset=16 (local.get $p)
          (v128.bitselect
            (v128.load offset=16 (local.get $p))
            (v128.const i32x4 0xff800000 0xff800000 0xff800000 0xff800000)
            (i32x4.eq
              (v128.and (local.get $byte) (v128.const i32x4 16 32 64 128))
              (v128.const i32x4 16 32 64 128))))
        (local.set $p (i32.add (local.get $p) (i32.const 32)))
        (local.set $w (i32.add (local.get $w) (i32.const 1)))
        (br $top))))

  ;; 16-bit elements at $p, bits at [$w, $end).
  (func (export "float16") (param $p i32) (param $w i32) (param $end i32)
    (block $out
      (loop $top
        (br_if $out (i32.ge_u (local.get $w) (local.get $end)))
        (v128.store (local.get $p)
          (v128.bitselect
            (v128.load (local.get $p))
            (v128.const i16x8 0xfc00 0xfc00 0xfc00 0xfc00 0xfc00 0xfc00 0xfc00 0xfc00)
            (i16x8.eq
              (v128.and (v128.load8_splat (local.get $w)) (v128.const i16x8 1 2 4 8 16 32 64 128))
              (v128.const i16x8 1 2 4 8 16 32 64 128))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (local.set $w (i32.add (local.get $w) (i32.const 1)))
        (br $top)))))
