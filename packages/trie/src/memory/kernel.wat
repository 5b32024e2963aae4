;; The two inner loops of the walk over a flat byte trie, and a population count. One memory, laid out as in heap.ts:
;; the stack of row addresses at 4096, the list's end at 64. A row is 256 bytes, the class of each byte, then per class the address
;; of the next state's row, 0 for dead, or a negative number that stops the walk and hands over to the caller. Addresses and p
;; are bytes.
(module
  (import "e" "m" (memory 1))

  ;; Sets bit `payload` of the bitset at $mask for every node reached; returns where it stopped.
  (func (export "bits") (param $p i32) (param $end i32) (param $mask i32) (result i32)
    (local $w i32) (local $k i32) (local $row i32)
    (block $out
      (loop $top
        (br_if $out (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $k (i32.load offset=4 (local.get $p)))
        (local.set $w (i32.load (local.get $p)))
        (local.set $row (i32.load offset=4096 (i32.shl (i32.and (local.get $k) (i32.const 1023)) (i32.const 2))))
        (local.set $row
          (i32.load offset=256
            (i32.add
              (local.get $row)
              (i32.shl
                (i32.load8_u (i32.add (local.get $row) (i32.and (local.get $w) (i32.const 255))))
                (i32.const 2)))))
        (if (i32.gt_s (local.get $row) (i32.const 0))
          (then
            (i32.store offset=4100
              (i32.shl (i32.and (local.get $k) (i32.const 1023)) (i32.const 2))
              (local.get $row))
            (local.set $k
              (i32.add (local.get $mask)
                (i32.and (i32.shr_u (local.get $w) (i32.const 11)) (i32.const 0x1ffffc))))
            (i32.store (local.get $k)
              (i32.or
                (i32.load (local.get $k))
                (i32.shl (i32.const 1) (i32.shr_u (local.get $w) (i32.const 8)))))
            (local.set $p (i32.add (local.get $p) (i32.const 8)))
            (br $top)))
        (br_if $out (local.get $row))
        (local.set $p (i32.add (local.get $p) (i32.shl (i32.shr_u (local.get $k) (i32.const 10)) (i32.const 3))))
        (br $top)))
    (local.get $p))

  ;; Appends (payload, row) for every node reached whose payload is not $none; stops when the list is full.
  (func (export "list") (param $p i32) (param $end i32) (param $none i32) (param $full i32) (result i32)
    (local $w i32) (local $k i32) (local $row i32) (local $at i32)
    (local.set $at (i32.load offset=64 (i32.const 0)))
    (block $out
      (loop $top
        (br_if $out (i32.ge_u (local.get $p) (local.get $end)))
        (br_if $out (i32.ge_u (local.get $at) (local.get $full)))
        (local.set $k (i32.load offset=4 (local.get $p)))
        (local.set $w (i32.load (local.get $p)))
        (local.set $row (i32.load offset=4096 (i32.shl (i32.and (local.get $k) (i32.const 1023)) (i32.const 2))))
        (local.set $row
          (i32.load offset=256
            (i32.add
              (local.get $row)
              (i32.shl
                (i32.load8_u (i32.add (local.get $row) (i32.and (local.get $w) (i32.const 255))))
                (i32.const 2)))))
        (if (i32.gt_s (local.get $row) (i32.const 0))
          (then
            (i32.store offset=4100
              (i32.shl (i32.and (local.get $k) (i32.const 1023)) (i32.const 2))
              (local.get $row))
            (local.set $w (i32.shr_u (local.get $w) (i32.const 8)))
            (i32.store (local.get $at) (local.get $w))
            (i32.store offset=4 (local.get $at) (local.get $row))
            (local.set $at
              (i32.add (local.get $at) (i32.shl (i32.ne (local.get $w) (local.get $none)) (i32.const 3))))
            (local.set $p (i32.add (local.get $p) (i32.const 8)))
            (br $top)))
        (br_if $out (local.get $row))
        (local.set $p (i32.add (local.get $p) (i32.shl (i32.shr_u (local.get $k) (i32.const 10)) (i32.const 3))))
        (br $top)))
    (i32.store offset=64 (i32.const 0) (local.get $at))
    (local.get $p))

  ;; The number of bits set in the words of [$p, $end).
  (func (export "count") (param $p i32) (param $end i32) (result i32)
    (local $sum i32)
    (block $out
      (loop $top
        (br_if $out (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $sum (i32.add (local.get $sum) (i32.popcnt (i32.load (local.get $p)))))
        (local.set $p (i32.add (local.get $p) (i32.const 4)))
        (br $top)))
    (local.get $sum)))
